import type { Expression, Extended, ItemChanged, Left, List, Self, Table } from './index.js'

const self: Self = { next: { next: {} } }
const left: Left = { right: { left: { right: {} } } }
const list: List = [[], [[]]]
const map: Table = { a: { b: {} } }
const all: Extended = { name: 'a', parent: { name: 'b' } }
const one: Expression = [1, [2, [3]]]
export const item: ItemChanged = { id: 'i', self, left, list, map, all, one }
// @ts-expect-error wrong three levels down
export const wrong: ItemChanged = { id: 'i', self: { next: { next: 1 } } }
// @ts-expect-error the part that contains itself still requires its name
export const nameless: Extended = { name: 'a', parent: {} }
