import type { Json } from '#testing/http.ts'
import type { History, ShownComment } from './history.ts'
import { FORBIDDEN, NOT_FOUND, type Reply, type Route, type Standing } from './protocol.ts'

/** The paths of a host's comments, and how it shows one. */
interface Form {
  /** The path of the comments on a pull request, with the repository and the number. */
  list: RegExp
  /** The path of one comment; its id is the last part. */
  one: RegExp
  edit: 'PATCH' | 'PUT'
  isKnown(name: string | undefined): boolean
  show(comment: ShownComment): unknown
  /** The text in a request that writes a comment. */
  textIn?(body: Json): string
}

/** The routes that write comments, as all hosts have them. */
export function commentRoutes({ comments }: History, standing: Standing, form: Form): Route[] {
  const textIn = form.textIn ?? (body => body.body)
  const writing = (parts: string[], write: () => Reply): Reply => {
    if (!form.isKnown(parts[0])) return NOT_FOUND
    return standing.mayComment ? write() : FORBIDDEN
  }
  return [
    {
      method: 'POST',
      path: form.list,
      answer: (parts, { body }) =>
        writing(parts, () => {
          const comment = comments.write(Number(parts[1]), textIn(JSON.parse(body)))
          return { status: 201, body: form.show(comment) }
        }),
    },
    {
      method: form.edit,
      path: form.one,
      answer: (parts, { body }) =>
        writing(parts, () => {
          const comment = comments.find(Number(parts.at(-1)))
          if (!comment) return NOT_FOUND
          comment.body = textIn(JSON.parse(body))
          return { body: form.show(comment) }
        }),
    },
    {
      method: 'DELETE',
      path: form.one,
      answer: parts =>
        writing(parts, () =>
          comments.delete(Number(parts.at(-1))) ? { status: 204, body: undefined } : NOT_FOUND,
        ),
    },
  ]
}
