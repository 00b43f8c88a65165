/** Names of the parameters in an address, `stock.{depotId}`, in order, each once. */
export function parametersIn(address: string | undefined): readonly string[] {
  return [...new Set([...(address ?? '').matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? ''))]
}
