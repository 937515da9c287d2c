import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Problem } from './notice.tsx'

interface Props {
  /** What the button says. */
  verb: string
  onSend: () => void
  busy: boolean
  error: Error | null
  /** `plain` where sending is not what the page is for: the button is as wide as its words, and no louder than others. */
  look?: 'main' | 'plain'
  /** The columns of a form that is one row where there is room for it; the last is the button's. */
  columns?: string
  children: ReactNode
}

/** Fields, the button that sends them, and what went wrong. */
export function Form({ verb, onSend, busy, error, look = 'main', columns, children }: Props) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSend()
  }
  const button = (
    <Button type="submit" look={look} busy={busy} className={look === 'plain' ? 'justify-self-start' : ''}>
      {verb}
    </Button>
  )
  if (columns !== undefined) {
    return (
      <>
        <form onSubmit={send} className={`grid items-end gap-3 ${columns}`}>
          {children}
          {button}
        </form>
        <Problem error={error} />
      </>
    )
  }
  return (
    <form onSubmit={send} className="grid gap-4">
      {children}
      <Problem error={error} />
      {button}
    </form>
  )
}

/** What is typed into the fields of a form, by their names. */
export function useFields<T extends Record<string, string>>(beginning: T) {
  const [given, setGiven] = useState(beginning)
  return {
    given,
    /** What the field of this name needs. */
    take: (name: keyof T & string) => ({
      name,
      value: given[name],
      onChange: (event: { target: { value: string } }) => setGiven({ ...given, [name]: event.target.value }),
    }),
    empty: () => setGiven(beginning),
  }
}
