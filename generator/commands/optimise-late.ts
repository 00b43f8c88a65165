import { setFlagsFromString } from 'node:v8'

/**
 * Has the engine take a function for hot only after fifteen times as much work in it as usual. A run lasts a second or
 * two, in which nothing is called often enough to pay back what optimising costs: without this a document of a thousand
 * channels takes half as much CPU again. Larger ones still have their innermost functions optimised.
 */
export function optimiseLate(): void {
  setFlagsFromString('--interrupt-budget=1000000')
}
