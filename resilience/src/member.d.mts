/** A member who sets favourites and remembers what the server said about each. */
export class Member {
  constructor(address: string, email: string);
  address: string;
  acknowledged: number;
  signUp(): Promise<void>;
  logIn(): Promise<void>;
  /** Rejects when the server did not acknowledge it; the message has the status in it. */
  set(video: number, wanted: boolean): Promise<void>;
  /** The videos whose mark is not what the server acknowledged. */
  contradictions(): Promise<number[]>;
  videos(): Promise<number[]>;
}
