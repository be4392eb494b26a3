package lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.flink.api.java.tuple.Tuple4;

/**
 * The outside: a list, a table and a store with transactions. It outlives the job, and Flink knows nothing of it. A
 * request of a dead attempt does not get through, as from a process that was killed.
 */
final class Outside {
    private static final List<Long> LIST = new ArrayList<>();
    private static final Map<String, Tuple4<String, Long, Integer, Integer>> TABLE = new TreeMap<>();
    private static final List<String> WENT_BACK = new ArrayList<>();
    private static final Map<String, List<Long>> CONTENT = new TreeMap<>();
    private static final Map<String, String> TRANSACTIONS = new TreeMap<>();
    private static final TreeSet<Long> MARKS = new TreeSet<>();
    private static int dead;

    private Outside() {}

    static synchronized void clear() {
        LIST.clear();
        TABLE.clear();
        WENT_BACK.clear();
        CONTENT.clear();
        TRANSACTIONS.clear();
        MARKS.clear();
        dead = -1;
    }

    /** From now on nothing gets through from this attempt. */
    static synchronized void cutOff(int attempt) {
        dead = attempt;
    }

    private static boolean isCutOff(int attempt) {
        return attempt <= dead;
    }

    // A list that records are put into.

    static synchronized void append(int attempt, Tuple4<String, Long, Integer, Integer> result) {
        if (isCutOff(attempt)) return;
        boolean isAgain = LIST.contains(result.f1);
        LIST.add(result.f1);
        String again = isAgain ? ", AGAIN" : "";
        Stage.say("  outside: record " + result.f1 + " appended" + again + "; readers see " + LIST);
    }

    // A table with one row for each key.

    static synchronized void upsert(int attempt, Tuple4<String, Long, Integer, Integer> result) {
        if (isCutOff(attempt)) return;
        var before = TABLE.put(result.f0, result);
        boolean wentBack = before != null && result.f1 < before.f1;
        if (wentBack) {
            WENT_BACK.add("{\"key\": \"" + result.f0 + "\", \"from\": " + before.f1 + ", \"to\": " + result.f1 + "}");
        }
        Stage.say("  outside: row " + result.f0 + " is now count " + result.f2 + ", sum " + result.f3
                + (wentBack ? ", BACK IN TIME from count " + before.f2 + ", sum " + before.f3 : ""));
    }

    // Where the write-ahead log notes which batches have been sent.

    static synchronized void mark(long checkpoint) {
        MARKS.add(checkpoint);
    }

    static synchronized boolean isMarked(long checkpoint) {
        return MARKS.contains(checkpoint);
    }

    // A store with transactions.

    static synchronized String begin(int attempt) {
        String transaction = "T" + TRANSACTIONS.size();
        if (isCutOff(attempt)) return transaction;
        TRANSACTIONS.put(transaction, "open");
        CONTENT.put(transaction, new ArrayList<>());
        Stage.say("  outside: " + transaction + " begun");
        return transaction;
    }

    static synchronized void write(int attempt, String transaction, Tuple4<String, Long, Integer, Integer> result) {
        if (isCutOff(attempt)) return;
        CONTENT.get(transaction).add(result.f1);
        Stage.say("  outside: record " + result.f1 + " written into " + transaction + "; readers see " + LIST);
    }

    static synchronized void prepare(int attempt, String transaction) {
        if (isCutOff(attempt)) return;
        TRANSACTIONS.put(transaction, "prepared");
        Stage.say("  outside: " + transaction + " prepared (pre-commit)");
    }

    static synchronized void commit(int attempt, String transaction) {
        if (isCutOff(attempt)) return;
        boolean isFirst = !"committed".equals(TRANSACTIONS.put(transaction, "committed"));
        if (isFirst) LIST.addAll(CONTENT.get(transaction));
        Stage.say("  outside: " + transaction + " committed" + (isFirst ? "" : " once more, which changes nothing")
                + "; readers see " + LIST);
    }

    static synchronized void abort(int attempt, String transaction) {
        if (isCutOff(attempt)) return;
        TRANSACTIONS.put(transaction, "aborted");
        Stage.say("  outside: " + transaction + " aborted, with what was in it: " + CONTENT.get(transaction));
    }

    /** What has come of it, in the words and the form of `lab run`. */
    static synchronized String outcome(String sink, List<Long> completed, List<Long> offsets) {
        var out = new StringBuilder("outcome {\"sink\": \"" + sink + "\"");
        out.append(", \"completed\": ").append(completed).append(", \"offsets\": ").append(offsets);
        if (sink.equals("upsert")) {
            out.append(TABLE.values().stream()
                .map(r -> String.format("\"%s\": {\"offset\": %d, \"count\": %d, \"sum\": %d}", r.f0, r.f1, r.f2, r.f3))
                .collect(Collectors.joining(", ", ", \"table\": {", "}")));
            out.append(", \"went_back\": ").append(WENT_BACK);
        } else {
            out.append(", \"visible\": ").append(LIST);
        }
        if (!TRANSACTIONS.isEmpty()) {
            out.append(TRANSACTIONS.entrySet().stream()
                .map(t -> "\"" + t.getKey() + "\": \"" + t.getValue() + "\"")
                .collect(Collectors.joining(", ", ", \"transactions\": {", "}")));
        }
        return out.append("}").toString();
    }
}
