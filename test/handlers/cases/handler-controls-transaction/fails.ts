import { startBilling } from '../generated.js'

const end = 'COMMIT'

await startBilling({
  broker: 1,
  database: 2,
  handlers: {
    async onOrderPaid(order, { tx }) {
      await tx.query('BEGIN') // !
      await tx.query('begin isolation level serializable') // !
      await tx.query(`start transaction`) // !
      await tx.query('insert into coupon values (1); commit;') // !
      await tx.query(end) // !
      await tx.query('ROLLBACK') // !
      await (tx as unknown as { commit(): Promise<void> }).commit() // !
    },
  },
})
