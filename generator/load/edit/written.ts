import { Scalar } from 'yaml'

/** A text in the way that the text beside it is written: quoted as that is, and quoted where it has to be. */
export function written(text: string, like: Scalar['type'] | undefined): string {
  if (like === Scalar.QUOTE_DOUBLE) return JSON.stringify(text)
  if (like === Scalar.QUOTE_SINGLE) return `'${text.replaceAll("'", "''")}'`
  return isPlain(text) ? text : JSON.stringify(text)
}

/** Nothing that YAML, of either version, could read as anything but this text. */
function isPlain(text: string): boolean {
  return /^[A-Za-z$][\w$./#-]*$|^\d+(?:ms|[smhd])$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
}
