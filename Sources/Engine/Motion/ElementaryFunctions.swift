// The few functions of motion, from the C library. Foundation would bring them too, with a great deal else.
import Glibc

func exponential(_ x: Double) -> Double { exp(x) }

func sineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) { (sin(x), cos(x)) }

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
