import { useId } from 'react'

/** One of the choices. */
interface ChoiceCard<T extends string> {
  value: T
  title: string
  hint?: string
}

interface Props<T extends string> {
  /** The question. */
  label: string
  /** Whether the label is only for screen readers. */
  isLabelHidden?: boolean
  /** Null while nothing is chosen. */
  value: T | null
  cards: readonly ChoiceCard<T>[]
  onPick: (value: T) => void
}

/** As many columns as leave no card alone in the last row. */
const columnsOf = (count: number): string => (count % 3 === 0 ? 'sm:grid-cols-3' : 'sm:grid-cols-2')

/** Cards below each other, joined into one list. */
const listClass =
  'max-sm:gap-0 max-sm:*:rounded-none max-sm:*:not-first:-mt-px max-sm:*:first:rounded-t-md max-sm:*:last:rounded-b-md'

/** Cards that are only words, joined into one bar. */
const barClass = `${listClass} sm:auto-cols-fr sm:grid-flow-col sm:text-center sm:*:rounded-none sm:*:not-first:-ml-px sm:*:first:rounded-l-md sm:*:last:rounded-r-md`

/** A question with a card for each answer, side by side if they fit. */
export function ChoiceCards<T extends string>(props: Props<T>) {
  const { label, isLabelHidden, value, cards, onPick } = props
  const name = useId()
  const isBar = cards.every(({ hint }) => !hint)
  return (
    <fieldset>
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 font-semibold'}>{label}</legend>
      <div className={`grid ${isBar ? barClass : `gap-2 ${listClass} ${columnsOf(cards.length)}`}`}>
        {cards.map(card => (
          <label
            key={card.value}
            className={`${card.hint ? 'content-start' : 'content-center'} relative grid cursor-pointer rounded-md px-3 py-2 ring-1 ring-rim ring-inset hover:ring-edge pointer-coarse:min-h-11 hover:bg-raised has-checked:z-1 has-checked:bg-raised has-checked:ring-2 has-checked:ring-quiet has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent`}
          >
            <input
              type="radio"
              name={name}
              aria-labelledby={`${name}-${card.value}`}
              aria-describedby={card.hint && `${name}-${card.value}-hint`}
              checked={card.value === value}
              onChange={() => onPick(card.value)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <span
              id={`${name}-${card.value}`}
              className={!isBar || card.value === value ? 'font-semibold' : ''}
            >
              {card.title}
            </span>
            {card.hint && (
              <span id={`${name}-${card.value}-hint`} className="text-s text-quiet text-pretty">
                {card.hint}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
