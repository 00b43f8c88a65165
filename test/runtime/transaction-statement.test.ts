import { describe, expect, test } from 'vitest'
import { refusalOf } from '../../templates/runtime/database/statement.js'

describe('refused', () => {
  test.each([
    'begin',
    'BEGIN ISOLATION LEVEL SERIALIZABLE',
    'start transaction',
    'commit',
    'Commit;',
    'commit prepared $$x$$',
    'end',
    'rollback',
    'rollback to savepoint a',
    'abort',
    'savepoint a',
    'release a',
    "prepare transaction 'x'",
    'prepare -- a comment\n transaction $$x$$',
    '  \n\t commit',
    ';commit',
    '; ; -- nothing\n ; commit',
    '-- a comment\ncommit',
    '-- a comment\r\ncommit',
    '/* a comment */ commit',
    '/* one /* within */ another */ commit',
    '/**/--\n/* */commit',
    'set search_path = x',
    'set session authorization x',
    'set session characteristics as transaction read only',
    'set transaction isolation level serializable',
    'set local transaction read only',
    'set local session characteristics as transaction read only',
    'set/**/role x',
    'reset all',
    'discard all',
    'copy t from stdin',
    'copy t (a) from\n STDIN csv',
    'copy t to stdout',
  ])('%j', (text) => {
    expect(refusalOf(text)).toEqual(expect.any(String))
  })
})

describe('sent', () => {
  test.each([
    'select 1',
    "insert into t values ('; commit')",
    'update commit_log set a = 1',
    'select * from begin_log',
    'beginning',
    'commits',
    '-- commit\nselect 1',
    '-- commit',
    '/* commit */ select 1',
    '/* /* */ commit */ select 1',
    '/* commit',
    'with x as (select 1) select * from x',
    'prepare p as select 1',
    'set local search_path = x',
    'SET LOCAL statement_timeout = 1000',
    'set constraints all deferred',
    "copy t from '/file'",
    'lock table t',
    'do $$ begin end $$',
    'call p()',
    '"commit"',
    '(select 1)',
    '',
  ])('%j', (text) => {
    expect(refusalOf(text)).toBeUndefined()
  })
})

test('the refusal says what to do', () => {
  expect(refusalOf('savepoint a')).toBe(
    "SAVEPOINT is not the handler's to send: the runtime commits and rolls back: use tx.savepoint",
  )
  expect(refusalOf('set a = 1')).toContain('use SET LOCAL')
})
