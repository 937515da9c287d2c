import { Fragment } from 'react'

/** A title whose code spans are shown as code. Readers of feeds and posts see the same title as plain text. */
export function Headline({ title }: { title: string }) {
  if (title === '') return <span className="text-quiet">Without a headline</span>
  const [first = '', ...rest] = title.split(/`([^`]+)`/)
  return (
    <>
      {first}
      {rest.map((text, at) => {
        const key = `${at} ${text}`
        const isCode = at % 2 === 0
        return isCode ? (
          <code key={key} className="font-mono text-[0.92em]">
            {text}
          </code>
        ) : (
          <Fragment key={key}>{text}</Fragment>
        )
      })}
    </>
  )
}
