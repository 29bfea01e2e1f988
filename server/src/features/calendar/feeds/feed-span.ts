const dayMs = 86_400_000;
/** Past and future days in a feed. Calendar apps keep what they already have. */
export const feedDays = { past: 92, ahead: 730 };

export const feedSpan = (now: Date) => ({
  from: new Date(now.getTime() - feedDays.past * dayMs),
  to: new Date(now.getTime() + feedDays.ahead * dayMs),
});
