const dayMs = 86_400_000;
/** Of the past so many days, and of what is to come so many: programs keep what they have. */
export const feedDays = { past: 92, ahead: 730 };

export const feedSpan = (now: Date) => ({
  from: new Date(now.getTime() - feedDays.past * dayMs),
  to: new Date(now.getTime() + feedDays.ahead * dayMs),
});
