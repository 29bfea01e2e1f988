/** The time zone of the demo school: that of this machine, so that its times match the viewer's clock. */
export const demoZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
