import { createContext, type ReactNode, useContext } from 'react'
import { Title } from './text/title.tsx'

/** True inside the frame, which already contains the `main` element. */
export const InsideMain = createContext(false)

interface Props {
  title: string
  lead?: ReactNode
  children?: ReactNode
}

/** A page of one column with a single task, as before signing in. */
export function CenteredPage({ title, lead, children }: Props) {
  const isInside = useContext(InsideMain)
  const Element = isInside ? 'div' : 'main'
  return (
    <Element className="mx-auto grid w-[calc(100%-40px)] box-content max-w-form px-5 gap-6 pt-[clamp(48px,16vh,160px)] pb-16">
      {!isInside && <p className="font-serif text-xl font-semibold tracking-tight">Tidings</p>}
      <div className="grid gap-2">
        <Title>{title}</Title>
        {lead && <div className="text-l text-quiet text-pretty">{lead}</div>}
      </div>
      {children}
    </Element>
  )
}

/** Replaces a form until it is known what to ask. */
export function CenteredPageLoading({ title }: { title: string }) {
  return (
    <CenteredPage title={title}>
      <div className="grid gap-4" aria-hidden="true">
        {['w-24', 'w-32', 'w-20'].map(width => (
          <div key={width} className="grid gap-2">
            <div className={`h-4 rounded-md bg-raised ${width}`} />
            <div className="h-9 rounded-md bg-raised" />
          </div>
        ))}
      </div>
    </CenteredPage>
  )
}
