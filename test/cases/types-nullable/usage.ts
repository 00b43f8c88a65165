import type { ItemChanged, Size } from './index.js'
import type { Same } from './same.js'

export const union: Same<ItemChanged['union'], string | null> = true
export const list: Same<ItemChanged['list'], number | null> = true
export const typed: Same<ItemChanged['typed'], 'a' | null> = true
export const keyword: Same<ItemChanged['keyword'], string | null> = true
export const unionOptional: Same<ItemChanged['unionOptional'], Size | null | undefined> = true
export const listOptional: Same<ItemChanged['listOptional'], number | null | undefined> = true
export const plainOptional: Same<ItemChanged['plainOptional'], number | undefined> = true

const required = { id: 'i', union: null, list: null, keyword: null, typed: null }
export const withNulls: ItemChanged = required
// @ts-expect-error what may be absent may not be null
export const withNull: ItemChanged = { ...required, plainOptional: null }
// @ts-expect-error what may be null may not be absent
export const without: ItemChanged = { id: 'i', list: null, keyword: null, typed: null }
