import { type Located, valueAt } from '../build/located.js'
import type { Place } from '../model/pointer.js'

/** Where the document says the value; undefined where it does not, and a default of idemgen holds. */
export function saidAt(from: Located | undefined, ...path: readonly string[]): Place | undefined {
  const place = valueAt(from, ...path)?.place
  // What the document does not say stands nowhere: at the root of the root spec, where no setting can stand.
  return place === undefined || (place.file === '' && place.pointer === '') ? undefined : place
}
