import { Field } from '../../parts/form/form.tsx'
import { Select } from '../../parts/form/select.tsx'
import { type Price, priceText, type Writer } from './facts.ts'

export type Models = readonly { name: string; price: Price | null }[]

/** The selected model, and the typed number for the budget. */
interface Chosen {
  model: string
  budget: string
}

/** The budget of a month that is proposed first, in US dollars. */
const FIRST_BUDGET = '10'
/**
 * The price, in US dollars per million tokens of input, near which a model is suggested: neither the smallest nor the most expensive one.
 */
const MIDDLE_PRICE = 2

interface Props {
  /** Empty if the provider has no list. */
  models: Models
  stored: Writer | null
  chosen: Chosen
  onChange: (chosen: Chosen) => void
  pricesAsOf: string
}

/** Fields for the model, and for what it may use in a month. */
export function ModelFields({ models, stored, chosen, onChange, pricesAsOf }: Props) {
  const price = priceOf(chosen.model, models, stored)
  const pick = (model: string) => {
    const isOtherUnit = (priceOf(model, models, stored) === null) !== (price === null)
    onChange({ model, budget: isOtherUnit ? firstBudget(model, models, stored) : chosen.budget })
  }
  return (
    <>
      {models.length === 0 ? (
        <Field
          label="Model"
          hint="This server gives no list, so type the name of the model."
          name="model"
          required
          value={chosen.model}
          onChange={event => pick(event.target.value)}
        />
      ) : (
        <Select
          label="Model"
          value={chosen.model}
          options={models.map(({ name }) => ({ value: name, label: name }))}
          onPick={pick}
        />
      )}
      {price && <p className="text-s text-quiet">{priceText(price, pricesAsOf)}</p>}
      <Field
        label={`Monthly budget in ${price ? 'US dollars' : 'tokens'}`}
        hint="When it is used up, drafts are written without the AI writer until the next month. Empty: no limit."
        name="budget"
        inputMode="decimal"
        value={chosen.budget}
        onChange={event => onChange({ ...chosen, budget: event.target.value })}
      />
    </>
  )
}

/** The initial selection. */
export function firstChosen(models: Models, stored: Writer | null): Chosen {
  const isListed = stored && (models.length === 0 || models.some(({ name }) => name === stored.model))
  const model = isListed ? stored.model : suggested(models)
  return { model, budget: firstBudget(model, models, stored) }
}

/** The settings as the server expects them: a budget is an amount with its unit. */
export function settingsOf({ model, budget }: Chosen, models: Models, stored: Writer | null) {
  const unit = priceOf(model, models, stored) ? 'USD' : 'tokens'
  return { model, budget: budget.trim() === '' ? null : `${budget.trim()} ${unit}` }
}

/** The model whose price is nearest to the middle, otherwise the first: providers list their newest first. */
function suggested(models: Models): string {
  const distance = ({ price }: Models[number]) =>
    price ? Math.abs(Math.log(price.input / MIDDLE_PRICE)) : Number.POSITIVE_INFINITY
  const [first, ...others] = models
  return others.reduce(
    (best, one) => (distance(one) < distance(best) ? one : best),
    first ?? { name: '', price: null },
  ).name
}

function firstBudget(model: string, models: Models, stored: Writer | null): string {
  const price = priceOf(model, models, stored)
  const unit = price ? 'micro-dollars' : 'tokens'
  if (stored?.budget?.unit === unit) return String(stored.budget.limit / (price ? 1_000_000 : 1))
  return price && !stored ? FIRST_BUDGET : ''
}

const priceOf = (model: string, models: Models, stored: Writer | null): Price | null =>
  models.find(({ name }) => name === model)?.price ?? (stored?.model === model ? stored.price : null)
