/** The queue beside which idemgen would make one of this name, for what waits and what failed; undefined for others. */
export function ownerOf(queue: string): string | undefined {
  return /^(.+)\.(retry\.\d+|dead|parked)$/.exec(queue)?.[1]
}
