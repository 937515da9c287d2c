import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'

type Failure = Extract<TestEvent, { type: 'test:fail' }>['data']

/** The usual report, where a failing test is reported under the file that it belongs to, not under the helper that declares it. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  yield* Readable.from(underOwnFile(events)).compose(new spec())
}

async function* underOwnFile(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  let own = ''
  for await (const event of events) {
    // Each test file is a suite that has the name of the file.
    if (event.type === 'test:start' && event.data.nesting === 0) own = resolve(event.data.name)
    yield event.type === 'test:fail' && event.data.file !== own
      ? { ...event, data: placed(event.data, own) }
      : event
  }
}

/** A failure that points at the line of the file through which the error passed, or at the file's beginning. */
function placed(failure: Failure, file: string): Failure {
  const { cause } = failure.details.error
  const stack = cause instanceof Error ? String(cause.stack) : ''
  const [, line = 1, column = 1] = stack.split(`${file}:`)[1]?.match(/^(\d+):(\d+)/) ?? []
  return { ...failure, file, line: Number(line), column: Number(column) }
}
