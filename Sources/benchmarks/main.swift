print("scrollwork-bench")
