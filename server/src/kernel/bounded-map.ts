/** Puts something into a map that remembers at most so many; past that the oldest tenth goes. */
export const setBounded = <K, V>(map: Map<K, V>, key: K, value: V, most: number): void => {
  if (map.size >= most)
    for (const oldest of [...map.keys()].slice(0, most / 10)) map.delete(oldest);
  map.set(key, value);
};
