import type { TextareaHTMLAttributes } from 'react'
import { Labelled, useLabelled } from './field.tsx'

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  hint?: string
}

/** A labelled field for several lines, as high as its text: at least three lines, or a single one if `rows` is 1. */
export function TextArea({ label, hint, rows = 3, ...area }: Props) {
  const labelled = useLabelled(area.name, hint)
  return (
    <Labelled label={label} hint={hint} {...labelled}>
      <textarea
        dir="auto"
        rows={rows}
        {...area}
        {...labelled.control}
        className={`field-sizing-content supports-[field-sizing:content]:resize-none rounded-md border border-edge bg-floating px-3 py-2 disabled:border-line disabled:bg-transparent aria-invalid:border-danger ${rows === 1 ? '' : 'min-h-20'}`}
      />
    </Labelled>
  )
}
