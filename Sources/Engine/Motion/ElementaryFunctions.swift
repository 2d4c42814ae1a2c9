// The few functions that springs need, from the C library: Foundation has them too, but costs memory and start time.
import Glibc

/// Returns e to the power `x`.
func exponential(_ x: Double) -> Double { exp(x) }

/// Returns the sine and cosine of `x`, in radians.
func sineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) { (sin(x), cos(x)) }

/// Returns `base` to the power `exponent`.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
