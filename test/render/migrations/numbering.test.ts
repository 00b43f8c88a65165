import { describe, expect, test } from 'vitest'
import { continueNumbering } from '../../../generator/render/migrations/numbering.js'

const now = new Date('2024-05-04T10:15:30.123Z')

describe('the number of a new migration', () => {
  test.each<[string, readonly string[], string]>([
    ['starts at one in an empty folder', [], '0001_'],
    [
      'starts at one beside files without numbers',
      ['README.md', 'schema.sql', 'init.sql', '.idemgen-migrations.json'],
      '0001_',
    ],
    ['continues a counter', ['0001_orders.sql', '0002_stock.sql'], '0003_'],
    ['is as wide as the last', ['000041_orders.sql'], '000042_'],
    ['grows where it must', ['99_orders.sql'], '100_'],
    ['comes after the highest, wherever that stands', ['0010_b.sql', '0002_a.sql'], '0011_'],
    ['counts migrations in other languages', ['1_a.js', '2_b.ts'], '3_'],
    ['keeps a dash', ['001-orders.sql'], '002-'],
    ['is the time in a folder of dbmate`s', ['20240101120000_orders.sql'], '20240504101530_'],
    ['is one second later than a last one in the future', ['20240504101559_orders.sql'], '20240504101600_'],
    ['is one second later than the last one of now', ['20240504101530_orders.sql'], '20240504101531_'],
    ['is the time in node-pg-migrate`s utc form', ['20240101120000000_orders.sql'], '20240504101530123_'],
    ['passes midnight', ['20291231235959999_orders.sql'], '20300101000000000_'],
    ['is the time in milliseconds', ['1700000000000_orders.sql'], '1714817730123_'],
    ['is one millisecond later than a last one in the future', ['1999999999999-orders.sql'], '2000000000000-'],
    ['is the time in seconds', ['1700000000_orders.sql'], '1714817730_'],
    ['is the minute', ['202401011200_orders.sql'], '202405041015_'],
    ['is the hour', ['2024010112_orders.sql'], '2024050410_'],
    ['is the day', ['20240101_orders.sql'], '20240504_'],
    ['is the next day after today', ['20240504_orders.sql'], '20240505_'],
    ['continues digits that are no date as a counter', ['20240231_orders.sql', '20240100_a.sql'], '20240232_'],
    ['continues a wide counter', ['00000012_orders.sql'], '00000013_'],
    [
      'follows the timestamps where a folder changed to them',
      ['0001_a.sql', '20240101120000_b.sql'],
      '20240504101530_',
    ],
  ])('%s', (_, files, expected) => {
    const { next, separator } = continueNumbering(files, now)
    expect(next + separator).toBe(expected)
  })

  test.each<[string, string]>([
    ['0009_a.sql', '0011'],
    ['20240101120000_a.sql', '20240504101531'],
    ['1700000000000_a.sql', '1714817730124'],
  ])('is followed by the next of its kind after %s', (file, second) => {
    const { next, after } = continueNumbering([file], now)
    expect(after(next)).toBe(second)
  })
})
