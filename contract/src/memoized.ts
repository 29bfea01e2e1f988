/** Creates each formatter on first use and caches it by its arguments, because the language's rules are slow to read. */
export const memoized = <A extends unknown[], F>(Formatter: new (...args: A) => F) => {
  const made = new Map<string, F>();
  return (...args: A): F => {
    const name = JSON.stringify(args);
    const formatter = made.get(name) ?? new Formatter(...args);
    made.set(name, formatter);
    return formatter;
  };
};
