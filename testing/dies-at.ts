/**
 * The option of Node.js that makes a process kill itself (SIGKILL) right before it sends its database a matching statement for the nth
 * time.
 */
export const diesAt = (call: number, statement = ''): string =>
  `--import=data:text/javascript,${encodeURIComponent(`
    import { Socket } from 'node:net'
    import { StatementSync } from 'node:sqlite'
    const asked = new RegExp(${JSON.stringify(statement)}, 'i')
    let calls = 0
    for (const [{ prototype }, name] of [[StatementSync, 'all'], [StatementSync, 'run'], [StatementSync, 'iterate'], [Socket, 'write']]) {
      const original = prototype[name]
      prototype[name] = function (...words) {
        if (asked.test(this.sourceSQL ?? words[0]) && ++calls === ${call}) process.kill(process.pid, 'SIGKILL')
        return original.apply(this, words)
      }
    }`)}`

/** Matches the statement that ends a transaction. */
export const COMMIT = '\\bcommit\\b'
