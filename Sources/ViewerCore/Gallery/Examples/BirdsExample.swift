import Scrollwork

/// Names by their first letters: an index beside the scroll bar, labels while its thumb is dragged, and typing of a
/// letter to go to a name.
final class BirdsExample: Example {
  let list = CollectionView()

  private struct Letter {
    let title: String
    var names: [String] = []
  }

  private static let names = """
    Albatross, Auk, Avocet, Barn owl, Bee-eater, Bittern, Blackbird, Blackcap, Bluethroat, Brambling, Bullfinch, \
    Bunting, Bustard, Buzzard, Capercaillie, Chaffinch, Chiffchaff, Coot, Cormorant, Corncrake, Crane, Crossbill, \
    Crow, Cuckoo, Curlew, Dipper, Dotterel, Dove, Dunlin, Dunnock, Eagle, Egret, Eider, Falcon, Fieldfare, \
    Firecrest, Flamingo, Flycatcher, Fulmar, Gadwall, Gannet, Garganey, Godwit, Goldcrest, Goldeneye, Goldfinch, \
    Goosander, Goshawk, Grebe, Greenfinch, Greenshank, Grouse, Guillemot, Gull, Harrier, Hawfinch, Heron, Hobby, \
    Hoopoe, Ibis, Jackdaw, Jay, Kestrel, Kingfisher, Kite, Kittiwake, Knot, Lapwing, Lark, Linnet, Little owl, \
    Magpie, Mallard, Martin, Merlin, Moorhen, Nightingale, Nightjar, Nutcracker, Nuthatch, Oriole, Osprey, Ouzel, \
    Partridge, Pelican, Peregrine, Petrel, Phalarope, Pheasant, Pintail, Pipit, Plover, Pochard, Puffin, Quail, \
    Rail, Raven, Razorbill, Redpoll, Redshank, Redstart, Redwing, Robin, Roller, Rook, Ruff, Sanderling, \
    Sandpiper, Scoter, Serin, Shag, Shearwater, Shelduck, Shoveler, Shrike, Siskin, Skua, Smew, Snipe, Sparrow, \
    Spoonbill, Starling, Stilt, Stint, Stonechat, Stork, Swallow, Swan, Swift, Teal, Tern, Thrush, Tit, \
    Treecreeper, Turnstone, Turtle dove, Vulture, Wagtail, Warbler, Waxwing, Wheatear, Whimbrel, Whinchat, \
    Whitethroat, Wigeon, Woodcock, Woodlark, Woodpecker, Wren, Wryneck, Yellowhammer
    """.split(separator: ", ").map(String.init)

  init() {
    var letters: [Letter] = []
    for name in Self.names {
      let title = String(name.prefix(1))
      if letters.last?.title != title { letters.append(Letter(title: title)) }
      letters[letters.count - 1].names.append(name)
    }
    list.apply(
      List(
        sections: letters.map { letter in
          Section(id: letter.title, data: letter.names, id: \.self) { TextRow($0) }
            .withHeader(Heading(letter.title))
            .withIndexTitle(letter.title)
            .withSectionLayout(.vertical().headerPinToVisibleBounds())
        }
      )
      .typeAhead { path, _ in letters[path.section].names[path.item] }
      .sectionIndex(showsTitles: true))
  }
}
