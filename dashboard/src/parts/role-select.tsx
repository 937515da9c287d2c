import { ROLES, type Role } from '../roles.ts'
import { controlLook } from './field.tsx'

interface Props {
  /** For the label that stands beside it. */
  id?: string
  /** Where none does. */
  label?: string
  value: Role
  disabled?: boolean
  onPick: (role: Role) => void
}

export function RoleSelect({ id, label, value, disabled = false, onPick }: Props) {
  const pick = (text: string) => {
    const role = ROLES.find(one => one.value === text)
    if (role) onPick(role.value)
  }
  return (
    <select
      id={id}
      aria-label={label}
      className={controlLook}
      value={value}
      disabled={disabled}
      onChange={event => pick(event.target.value)}
    >
      {ROLES.map(role => (
        <option key={role.value} value={role.value}>
          {role.label}
        </option>
      ))}
    </select>
  )
}
