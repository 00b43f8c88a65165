// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/**
 * Turns a function of many inputs into one of a single input: what is asked for while a call is under way goes
 * together into the next. After a crash some hundred messages come again at once, and a transaction for each would
 * take longer than the messages.
 */
export function gather<Input, Output>(
  /** Gives an output for each input, in their order. */
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  interface Asked {
    readonly input: Input
    readonly resolve: (output: Output) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Asked[] = []
  let running = false

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (!running) void work()
    })

  async function work(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      const asked = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      await answer(asked)
    }
    running = false
  }

  async function answer(asked: readonly Asked[]): Promise<void> {
    try {
      const outputs = await run(asked.map(({ input }) => input))
      for (const [index, { resolve }] of asked.entries()) resolve(outputs[index] as Output)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
}

const MOST_AT_ONCE = 500
