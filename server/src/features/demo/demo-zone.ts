/** The zone of the demo campus: that of the machine on which it stands, so that whoever tries it reads no other clock. */
export const demoZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
