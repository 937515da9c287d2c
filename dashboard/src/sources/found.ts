/** "13 for customers, 12 of them already announced elsewhere": how many merges customers would notice. */
export function foundFor(customers: number, announcedElsewhere: number): string {
  const found = `${customers.toLocaleString()} for customers`
  if (announcedElsewhere === 0) return found
  if (announcedElsewhere < customers)
    return `${found}, ${announcedElsewhere.toLocaleString()} of them already announced elsewhere`
  return `${found}, ${customers === 1 ? '' : 'all of them '}already announced elsewhere`
}
