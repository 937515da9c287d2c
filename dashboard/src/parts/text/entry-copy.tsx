import { Headline } from './headline.tsx'
import { Prose } from './prose.tsx'

/** The words of an entry as customers read them. `html` was sanitised by the server. */
export function Copy({ title, html }: { title: string; html: string }) {
  return (
    <div className="grid max-w-text gap-3 font-serif">
      <h2 dir="auto" className="text-2xl font-semibold text-balance wrap-anywhere">
        <Headline title={title} />
      </h2>
      <Prose html={html} />
    </div>
  )
}

/** Replaces the words while they are loading. `title` is null while it is unknown too. */
export function CopyLoading({ title }: { title: string | null }) {
  return (
    <div role="status" aria-label="Loading" className="grid gap-8">
      {title === null ? (
        <div className="h-8 w-3/5 max-w-form rounded-md bg-raised" />
      ) : (
        <Copy title={title} html="" />
      )}
      <div className="grid max-w-text gap-2.5">
        {['w-full', 'w-11/12', 'w-2/3'].map(width => (
          <div key={width} className={`h-4 rounded-md bg-raised ${width}`} />
        ))}
      </div>
    </div>
  )
}
