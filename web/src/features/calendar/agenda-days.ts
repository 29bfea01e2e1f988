/** Days that an agenda goes on for. */
export const agendaDays = 14;
