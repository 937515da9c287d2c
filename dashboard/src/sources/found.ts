/** "13 of 40 merges would interest your customers; 12 of them are already announced elsewhere". */
export function foundFor(customers: number, merges: number, announcedElsewhere: number): string {
  const of = `${customers.toLocaleString()} of ${merges.toLocaleString()} ${merges === 1 ? 'merge' : 'merges'}`
  const found = `${of} would interest your customers`
  if (announcedElsewhere === 0) return found
  if (announcedElsewhere < customers)
    return `${found}; ${announcedElsewhere.toLocaleString()} of them ${announcedElsewhere === 1 ? 'is' : 'are'} already announced elsewhere`
  return `${found}; ${customers === 1 ? 'it is' : 'all of them are'} already announced elsewhere`
}
