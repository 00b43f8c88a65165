import type { ParameterContract, ParameterSettings } from './contract.js'

/** What is said of a parameter; one may be called like a member that every object has. */
export function settingsOf(settings: ParameterSettings | undefined, name: string): ParameterContract | undefined {
  return settings !== undefined && Object.hasOwn(settings, name) ? settings[name] : undefined
}

/** Names of the parameters in an address, `stock.{depotId}`, in order, each once. */
export function parametersIn(address: string | undefined): readonly string[] {
  return [...new Set([...(address ?? '').matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? ''))]
}
