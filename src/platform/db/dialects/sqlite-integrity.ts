import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { messageOf } from '#platform/errors.ts'

// Runs as a process of its own: prints `ok`, or the first fault that SQLite finds in the given database file.

function firstFault(file: string): string {
  try {
    // Nobody else has the file open, so SQLite needs no lock and no files beside it.
    const db = new DatabaseSync(`${pathToFileURL(file)}?immutable=1`, { readOnly: true })
    return String(db.prepare('pragma integrity_check(1)').get()?.integrity_check)
  } catch (error) {
    return messageOf(error)
  }
}

process.stdout.write(firstFault(process.argv[2] ?? '').replace(/\s+/g, ' '))
