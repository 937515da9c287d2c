import { OFFERS } from '../decisions/decision.ts'
import { DecisionButton } from '../decisions/decision-button.tsx'
import { Button, type ButtonVariant, buttonClass } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/overlay/menu.tsx'
import type { MenuItem } from '../parts/overlay/menu-popup.tsx'
import { DueTime } from '../parts/text/time.tsx'

interface Props {
  /** The name of what goes out. */
  subject: string
  /** The next time of the schedule for it; null if there is none, and then it goes out at once. Undefined while it is not known. */
  nextTime: number | null | undefined
  variant: ButtonVariant
  /** Whether a pause without an end holds the queue, so that it goes out only after that. */
  isPaused?: boolean
  /** Menu items for other times. */
  others: readonly MenuItem[]
  disabled?: boolean
  onApprove: () => void
  onPublish: () => void
}

/** Approves something for the next time of the schedule, or for now. A menu next to the button offers other times. */
export function ApproveButton({
  subject,
  nextTime,
  variant,
  others,
  disabled = false,
  isPaused = false,
  onApprove,
  onPublish,
}: Props) {
  const items = nextTime === null ? others : [{ label: 'Publish', hotkey: 'p', onPick: onPublish }, ...others]
  const side = items.length > 0 ? 'rounded-r-none' : ''
  return (
    <div className="flex gap-px px-0! max-md:min-w-0 max-sm:flex-1">
      {nextTime === null ? (
        <DecisionButton
          decision={OFFERS.publish.decision}
          subject={subject}
          variant={variant}
          disabled={disabled}
          className={`max-sm:flex-1 ${side}`}
          onClick={onPublish}
        >
          Publish
        </DecisionButton>
      ) : (
        <Button
          variant={variant}
          disabled={disabled}
          className={`max-md:min-w-0 max-sm:flex-1 ${side}`}
          onClick={onApprove}
        >
          <span className="truncate">{isPaused ? 'Approve (paused)' : <ApproveLabel at={nextTime} />}</span>
        </Button>
      )}
      {items.length > 0 && !disabled && (
        <Menu
          label="Other times"
          face={<Icon name="down" />}
          className={`rounded-l-none px-2! ${buttonClass(variant)}`}
          items={items}
        />
      )}
    </div>
  )
}

/** The words of a button that approves for a time, which may not be known yet. */
export const ApproveLabel = ({ at }: { at: number | undefined }) =>
  at === undefined ? (
    'Approve'
  ) : (
    <>
      Approve for <DueTime at={at} />
    </>
  )
