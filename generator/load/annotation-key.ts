import { type AnnotationPlace, placeShapes } from '../build/grammar/places.js'

/** The objects that an annotation may stand in, by their pointers. */
const places: readonly { readonly at: RegExp; readonly place: AnnotationPlace }[] = [
  { at: /^$/, place: 'root' },
  { at: /^(?:\/components)?\/channels\/[^/]+$/, place: 'channel' },
  { at: /^(?:\/components)?\/operations\/[^/]+$|\/channels\/[^/]+\/(?:publish|subscribe)$/, place: 'operation' },
  { at: /\/messages\/[^/]+$|\/(?:publish|subscribe)\/message(?:\/oneOf\/\d+)?$/, place: 'message' },
]

/** Whether a key that AsyncAPI does not know in the object at `pointer` is one of the annotation there, less indented. */
export function isAnnotationKey(pointer: string, key: string): boolean {
  const place = places.find(({ at }) => at.test(pointer))?.place
  return place !== undefined && Object.hasOwn(placeShapes[place].keys, key)
}
