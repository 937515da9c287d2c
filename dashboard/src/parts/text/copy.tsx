import { Fragment, useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'

interface Props {
  text: string
  label: string
}

/** A text with a button that copies it. */
export const Copy = (given: Props) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
    <code className="self-center rounded-md bg-floating px-3 py-2 font-mono text-s wrap-anywhere whitespace-pre-wrap ring-1 ring-line select-all">
      {/^https?:\/\/\S+$/.test(given.text) ? <Address text={given.text} /> : given.text}
    </code>
    <CopyButton {...given} className="self-start" />
  </div>
)

/** What is not shown of an address: its scheme, on a phone the host before an identifier, and that from its ninth digit on. The end tells addresses apart. */
const UNSHOWN =
  /(^https?:\/\/|(?<=^https?:\/\/)[^/]+(?=\/.*[0-9a-f]{8}-)|-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/

/** An address in one line, with dots in the place of what is left out. What is selected is the whole. */
export const Address = ({ text }: Pick<Props, 'text'>) => (
  <span dir="ltr" title={text} className="block truncate font-sans text-m text-ink">
    {text.split(UNSHOWN).map((part, at) => {
      const key = `${at} ${part}`
      if (at % 2 === 0) return <Fragment key={key}>{part}</Fragment>
      const isScheme = part.endsWith('://')
      const isHost = !isScheme && !part.startsWith('-')
      return (
        <Fragment key={key}>
          <span className={isHost ? 'max-sm:text-[0px] max-sm:leading-0' : 'text-[0px] leading-0'}>
            {part}
          </span>
          {!isScheme && (
            <span aria-hidden="true" className={`select-none ${isHost ? 'sm:hidden' : ''}`}>
              …
            </span>
          )}
        </Fragment>
      )
    })}
  </span>
)

const OUTCOMES = {
  copied: 'Copied',
  failed: 'Your browser blocked copying. Select the text and copy it manually.',
}

/** A button that copies a text shown next to it. */
export function CopyButton({ text, label, className = '' }: Props & { className?: string }) {
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES | null>(null)
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'failed')
  return (
    <>
      <Button className={className} onClick={() => void copy()} aria-label={label}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} className="size-3.5" />
        Copy
      </Button>
      <p
        role="status"
        className={outcome === 'copied' ? 'sr-only' : 'col-span-2 text-s text-quiet empty:hidden'}
      >
        {outcome && OUTCOMES[outcome]}
      </p>
    </>
  )
}

/** Copies the text and returns whether it worked. Over plain http there is no Clipboard API, only the older command. */
async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyBySelection(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyBySelection(text),
  )
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  const focused = document.activeElement
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
