// The least that a Swift program can do: what starting one costs.
print("next: nothing")
