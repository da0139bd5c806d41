/** The element at `index`; a RangeError where there is none, so that a wrong index never becomes a silent NaN. */
export function at<T>(values: ArrayLike<T>, index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`index ${index} is outside a list of ${values.length}`);
  return value;
}
