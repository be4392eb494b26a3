package lab;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * What the story and the job's tasks tell each other: how far the source may read, whether it is to die now, which
 * record has got to the sink. The tasks run in this process, so static fields do.
 */
final class Stage {
    private static final long PATIENCE_MS = TimeUnit.SECONDS.toMillis(60);

    private static int time;
    private static long released;
    private static int opened;
    private static long arrived;
    private static boolean crashAsked;
    private static boolean notified;
    private static List<Long> offsets = new ArrayList<>();
    private static CompletableFuture<Void> change = new CompletableFuture<>();

    private Stage() {}

    static synchronized void clear() {
        time = 0;
        released = 0;
        opened = 0;
        arrived = -1;
        crashAsked = false;
        notified = false;
        offsets = new ArrayList<>();
    }

    // Asked for by the story.

    /** Lets the source read up to this record; returns when the record has been through the sink. */
    static void release(long offset) throws Exception {
        synchronized (Stage.class) {
            released = offset + 1;
            changed();
        }
        await(() -> arrived == offset);
    }

    /** Kills the job; returns when the next attempt has been restored. */
    static void crash(int t) throws Exception {
        int attempts;
        synchronized (Stage.class) {
            time = t;
            attempts = offsets.size();
            say("the job dies");
            Outside.cutOff(attempts - 1);
            crashAsked = true;
            changed();
        }
        await(() -> offsets.size() > attempts);
    }

    /** Returns when the tasks have heard that a checkpoint is complete. */
    static void awaitNotification() throws Exception {
        await(() -> notified);
    }

    static synchronized List<Long> restoredOffsets() {
        return List.copyOf(offsets);
    }

    // Told by the tasks.

    static synchronized void say(String what) {
        System.out.printf("t=%-3d %s%n", time, what);
    }

    /** Operator and sink have been restored. */
    static synchronized void opened() {
        opened++;
        changed();
    }

    /** The source starts at this offset; it waits for the other tasks. */
    static void started(long offset) throws Exception {
        await(() -> opened > offsets.size());
        start(offset);
    }

    private static synchronized void start(long offset) {
        say("attempt " + offsets.size() + " starts at offset " + offset);
        offsets.add(offset);
        changed();
    }

    static synchronized boolean mayRead(long offset) {
        return offset < released;
    }

    /** The story asked for a crash; once. */
    static synchronized boolean takeCrash() {
        boolean asked = crashAsked;
        crashAsked = false;
        return asked;
    }

    static synchronized CompletableFuture<Void> nextChange() {
        return change;
    }

    /** A record comes to the operator, at its own time or, in a replay, later. */
    static synchronized void processing(RunningExample.Record record) {
        time = Math.max(time, record.t());
    }

    /** A record has been through the sink. */
    static synchronized void arrived(long offset) {
        arrived = offset;
        changed();
    }

    static synchronized void notified() {
        notified = true;
        changed();
    }

    private static void changed() {
        CompletableFuture<Void> before = change;
        change = new CompletableFuture<>();
        before.complete(null);
        Stage.class.notifyAll();
    }

    private static synchronized void await(BooleanSupplier holds) throws InterruptedException, TimeoutException {
        long end = System.currentTimeMillis() + PATIENCE_MS;
        while (!holds.getAsBoolean()) {
            long left = end - System.currentTimeMillis();
            if (left <= 0) {
                throw new TimeoutException("the job does not go on");
            }
            Stage.class.wait(left);
        }
    }
}
