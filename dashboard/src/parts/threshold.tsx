import type { ReactNode } from 'react'
import { Title } from './title.tsx'

/** A page before one is inside: one column, one thing to do. */
export function Threshold({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children?: ReactNode
}) {
  return (
    <main className="mx-auto grid w-full max-w-[400px] gap-6 px-5 pt-[12vh] pb-16">
      <p className="font-serif text-xl font-semibold tracking-tight">Tidings</p>
      <div className="grid gap-2">
        <Title>{title}</Title>
        {lead && <div className="text-l text-quiet text-pretty">{lead}</div>}
      </div>
      {children}
    </main>
  )
}

/** Keeps the place of a form while it is not known yet what it will ask. */
export function ThresholdLoading({ title }: { title: string }) {
  return (
    <Threshold title={title}>
      <div className="grid gap-4" aria-hidden="true">
        {['w-24', 'w-32', 'w-20'].map(width => (
          <div key={width} className="grid gap-2">
            <div className={`h-4 rounded-md bg-raised ${width}`} />
            <div className="h-9 rounded-md bg-raised" />
          </div>
        ))}
      </div>
    </Threshold>
  )
}
