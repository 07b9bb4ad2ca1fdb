/** Sleep that can be cut short. A ring while nobody sleeps ends the next sleep at once. */
export class Alarm {
  private rung = false;
  private end: (() => void) | undefined;

  ring(): void {
    this.rung = true;
    this.end?.();
  }

  /** @returns after so many milliseconds, or as soon as it rings */
  async sleep(milliseconds: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.rung = false;
    this.end = undefined;
  }
}
