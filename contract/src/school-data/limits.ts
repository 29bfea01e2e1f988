/** Maximum days between `from` and `to` of a list of events, and the days if `to` is missing. */
export const dataDays = 366;
export const dataDaysDefault = 90;
