/** Number of days in the agenda. */
export const agendaDays = 14;
