import type { Verdict } from '../door-scans/check-in-rules.ts';

let audio: AudioContext | undefined;

/** Browsers play sound only after a user interaction. */
export function allowSound(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

const tones: Record<'good' | 'warn' | 'bad', readonly (readonly [hertz: number, ms: number])[]> = {
  good: [[1_320, 110]],
  warn: [
    [740, 110],
    [740, 110],
  ],
  bad: [[220, 380]],
};
const pulses: Record<keyof typeof tones, number[]> = {
  good: [60],
  warn: [60, 80, 60],
  bad: [300],
};

export const toneOf = (verdict: Verdict): keyof typeof tones =>
  verdict === 'valid' ? 'good' : verdict === 'already_in' ? 'warn' : 'bad';

/** Plays a sound and vibrates, for staff who don't look at the screen. */
export function signal(verdict: Verdict, isSilent: boolean): void {
  const tone = toneOf(verdict);
  if ('vibrate' in navigator) navigator.vibrate(pulses[tone]);
  if (isSilent || audio?.state !== 'running') return;
  let start = audio.currentTime;
  for (const [hertz, ms] of tones[tone]) {
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0.25, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + ms / 1_000);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + ms / 1_000);
    start += ms / 1_000 + 0.06;
  }
}
